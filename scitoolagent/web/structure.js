// A structure in three dimensions on a plain canvas: no WebGL, of which a browser lends only a few contexts at a time.
// Drag or arrow keys turn it, + and - (or the wheel, once it has the focus) bring it nearer.
const COLOURS = {
  H: "#d8dde3", C: "#767f8b", N: "#4c6fe0", O: "#dc4646", F: "#5fb548", Cl: "#43a047", Br: "#a0522d", I: "#8a3fb0",
  S: "#d9b423", P: "#e08433", B: "#e0a08a", Si: "#b59a72", Na: "#8a63d2", K: "#8f50c8", Mg: "#4f9d5d", Ca: "#5aa36a",
  Fe: "#c9692c", Zn: "#7d80b0", Cu: "#c07a3c", Al: "#9aa5b1", Ti: "#8d99a6",
  chain0: "#3f7fd0", chain1: "#d0703f", chain2: "#3f9f6f", chain3: "#9a5fc0", chain4: "#c0a03f", chain5: "#c05f8f",
};
const OTHER = "#5d9ab0";

export default {
  template: `
    <figure class="structure">
      <canvas ref="canvas" tabindex="0" role="img" :aria-label="label"
        @pointerdown="grab" @pointermove="drag" @pointerup="release" @pointercancel="release"
        @keydown="press" @wheel="wheel"></canvas>
      <figcaption>{{ shape.caption }}; drag or use the arrow keys to turn it</figcaption>
    </figure>`,
  props: { shape: Object, label: String },
  mounted() {
    this.turn = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    this.zoom = 1;
    this.held = null;
    const points = this.shape.atoms.map((atom) => atom.slice(1)).concat(this.shape.lines.flat());
    this.middle = [0, 1, 2].map((k) => {
      const all = points.map((point) => point[k]);
      return (Math.min(...all) + Math.max(...all)) / 2;
    });
    const reach = points.map((point) => Math.hypot(...point.map((x, k) => x - this.middle[k])));
    this.reach = Math.max(1.5, ...reach) + 0.6;
    this.rotate(0.5, 0.35);
    this.watcher = new ResizeObserver(() => this.paint());
    this.watcher.observe(this.$refs.canvas);
  },
  unmounted() {
    this.watcher.disconnect();
  },
  methods: {
    rotate(x, y) {
      const [cx, sx, cy, sy] = [Math.cos(y), Math.sin(y), Math.cos(x), Math.sin(x)];
      const by = [cy, 0, sy, sx * sy, cx, -sx * cy, -cx * sy, sx, cx * cy];
      const old = this.turn;
      this.turn = [0, 1, 2].flatMap((i) =>
        [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + by[3 * i + k] * old[3 * k + j], 0)),
      );
    },
    grab(event) {
      this.held = [event.clientX, event.clientY];
      this.$refs.canvas.setPointerCapture(event.pointerId);
    },
    drag(event) {
      if (!this.held) return;
      this.rotate((event.clientX - this.held[0]) / 120, (event.clientY - this.held[1]) / 120);
      this.held = [event.clientX, event.clientY];
      this.paint();
    },
    release() {
      this.held = null;
    },
    press(event) {
      const step = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
      if (step) this.rotate(...step);
      else if (event.key === "+") this.zoom = Math.min(8, this.zoom * 1.2);
      else if (event.key === "-") this.zoom = Math.max(0.4, this.zoom / 1.2);
      else return;
      event.preventDefault();
      this.paint();
    },
    wheel(event) {
      if (document.activeElement !== this.$refs.canvas) return;
      event.preventDefault();
      this.zoom = Math.min(8, Math.max(0.4, this.zoom * Math.exp(-event.deltaY / 500)));
      this.paint();
    },
    paint() {
      const canvas = this.$refs.canvas;
      const dots = window.devicePixelRatio || 1;
      const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
      if (!wide || !high) return;
      canvas.width = wide * dots;
      canvas.height = high * dots;
      const pen = canvas.getContext("2d");
      pen.scale(dots, dots);
      const scale = (0.48 * Math.min(wide, high) * this.zoom) / this.reach;
      const see = (point) => {
        const p = point.map((x, k) => x - this.middle[k]);
        const [x, y, z] = [0, 1, 2].map((i) => this.turn[3 * i] * p[0] + this.turn[3 * i + 1] * p[1] + this.turn[3 * i + 2] * p[2]);
        return [wide / 2 + x * scale, high / 2 - y * scale, z];
      };
      const seen = this.shape.atoms.map((atom) => see(atom.slice(1)));
      const things = this.shape.bonds.map(([i, j]) => [(seen[i][2] + seen[j][2]) / 2 - 0.1, () => this.bond(pen, seen, i, j, scale)]);
      this.shape.atoms.forEach((atom, i) => things.push([seen[i][2], () => this.atom(pen, seen[i], atom[0], scale)]));
      this.shape.lines.forEach(([a, b]) => {
        const ends = [see(a), see(b)];
        things.push([(ends[0][2] + ends[1][2]) / 2, () => this.line(pen, ends, "#8794a3", 1)]);
      });
      things.sort((a, b) => a[0] - b[0]).forEach((thing) => thing[1]());
    },
    near(z) {
      // What lies behind fades, which is how depth is seen without light.
      return 0.45 + (0.55 * (z + this.reach)) / (2 * this.reach);
    },
    line(pen, ends, colour, width) {
      pen.globalAlpha = this.near((ends[0][2] + ends[1][2]) / 2);
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.lineCap = "round";
      pen.beginPath();
      pen.moveTo(ends[0][0], ends[0][1]);
      pen.lineTo(ends[1][0], ends[1][1]);
      pen.stroke();
      pen.globalAlpha = 1;
    },
    bond(pen, seen, i, j, scale) {
      const middle = seen[i].map((x, k) => (x + seen[j][k]) / 2);
      const isChain = this.shape.atoms[i][0].startsWith("chain");
      const width = Math.max(1.5, (isChain ? 0.7 : 0.16) * scale);
      this.line(pen, [seen[i], middle], COLOURS[this.shape.atoms[i][0]] || OTHER, width);
      this.line(pen, [middle, seen[j]], COLOURS[this.shape.atoms[j][0]] || OTHER, width);
    },
    atom(pen, place, name, scale) {
      if (name.startsWith("chain")) return;
      const size = (name === "H" ? 0.22 : 0.36) * scale;
      const shine = pen.createRadialGradient(place[0] - size / 3, place[1] - size / 3, size / 8, place[0], place[1], size);
      shine.addColorStop(0, "#ffffff");
      shine.addColorStop(0.35, COLOURS[name] || OTHER);
      shine.addColorStop(1, COLOURS[name] || OTHER);
      pen.globalAlpha = this.near(place[2]);
      pen.fillStyle = shine;
      pen.beginPath();
      pen.arc(place[0], place[1], size, 0, 2 * Math.PI);
      pen.fill();
      pen.globalAlpha = 1;
    },
  },
};
