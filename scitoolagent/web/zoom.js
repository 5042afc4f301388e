// A picture that can be looked at closely: buttons, + and -, arrow keys, dragging, and the wheel once it has the focus.
const MOST = 12;

export default {
  template: `
    <div class="zoom">
      <div ref="frame" class="zoom-frame" tabindex="0" role="group" :aria-label="label + '; + and - zoom, arrow keys move'"
        @keydown="press" @wheel="wheel" @pointerdown="grab" @pointermove="drag" @pointerup="release" @pointercancel="release"
        @dblclick="reset">
        <img :src="src" :alt="label" draggable="false" :style="{ transform: place }">
      </div>
      <div class="line zoom-bar">
        <button type="button" aria-label="Zoom in" @click="zoom(1.4)">+</button>
        <button type="button" aria-label="Zoom out" @click="zoom(1 / 1.4)">−</button>
        <button type="button" @click="reset">Whole picture</button>
        <a :href="src" :download="file">Save as SVG</a>
      </div>
    </div>`,
  props: { src: String, label: String, file: String },
  data() {
    return { size: 1, x: 0, y: 0, held: null };
  },
  computed: {
    place() {
      return `translate(${this.x}px, ${this.y}px) scale(${this.size})`;
    },
  },
  methods: {
    zoom(by) {
      const size = Math.min(MOST, Math.max(1, this.size * by));
      [this.x, this.y] = [(this.x * size) / this.size, (this.y * size) / this.size];
      this.size = size;
      this.keep();
    },
    move(x, y) {
      [this.x, this.y] = [this.x + x, this.y + y];
      this.keep();
    },
    keep() {
      // The picture is scaled about its middle and never leaves its frame.
      const [wide, high] = [this.$refs.frame.clientWidth, this.$refs.frame.clientHeight];
      const bound = (value, whole) => Math.max(-(whole * (this.size - 1)) / 2, Math.min((whole * (this.size - 1)) / 2, value));
      [this.x, this.y] = [bound(this.x, wide), bound(this.y, high)];
    },
    reset() {
      [this.size, this.x, this.y] = [1, 0, 0];
    },
    press(event) {
      const step = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
      if (step && this.size > 1) this.move(...step);
      else if (event.key === "+") this.zoom(1.2);
      else if (event.key === "-") this.zoom(1 / 1.2);
      else if (event.key === "0") this.reset();
      else return;
      event.preventDefault();
    },
    wheel(event) {
      if (document.activeElement !== this.$refs.frame) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 500));
    },
    grab(event) {
      if (this.size === 1) return;
      this.held = [event.clientX, event.clientY];
      this.$refs.frame.setPointerCapture(event.pointerId);
    },
    drag(event) {
      if (!this.held) return;
      this.move(event.clientX - this.held[0], event.clientY - this.held[1]);
      this.held = [event.clientX, event.clientY];
    },
    release() {
      this.held = null;
    },
  },
};
