// Rows that can be sorted by each column, narrowed by a word, and saved. The heads are buttons, so that keys reach them.
const STEP = 50;

export default {
  template: `
    <div class="rows">
      <div class="line rows-bar">
        <input v-if="rows.length > 4" class="rows-word" type="search" v-model="word" :aria-label="'Only rows with this text: ' + label"
          placeholder="Filter the rows">
        <span class="quiet" role="status">{{ counted }}</span>
        <button v-for="form in forms" type="button" class="rows-save" @click="$emit('save', form)">Save as {{ form }}</button>
      </div>
      <div class="scroll" tabindex="0" role="region" :aria-label="label">
        <table class="values">
          <thead><tr>
            <th v-for="(column, place) in columns" scope="col" :class="{ number: column.number }"
              :aria-sort="by === place ? (down ? 'descending' : 'ascending') : 'none'">
              <button type="button" @click="sort(place)">{{ column.name }}<span aria-hidden="true">
                {{ by === place ? (down ? "▼" : "▲") : "" }}</span></button>
            </th>
          </tr></thead>
          <tbody>
            <tr v-for="row in page" :key="row.key">
              <td v-for="(cell, place) in row.cells" :data-name="columns[place].name + ':'" :title="cell.from"
                :class="{ number: columns[place].number, subject: place === 0, none: !cell.text && !cell.drawn }">
                <img v-if="cell.drawn" loading="lazy" class="drawn" width="130" height="95" :src="cell.drawn"
                  :alt="'structure of ' + (cell.text || row.cells[0].text)" @error="hide">
                <span :class="{ small: cell.drawn && place > 0 }">{{ cell.text }}</span>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <button v-if="found.length > most" type="button" class="rows-save" @click="most += ${STEP}">Show more rows</button>
    </div>`,
  props: { columns: Array, rows: Array, label: String, forms: Array, more: Number },
  emits: ["save"],
  data() {
    return { word: "", by: -1, down: false, most: STEP };
  },
  computed: {
    found() {
      const wanted = this.word.trim().toLowerCase();
      const rows = this.rows.map((cells, key) => ({ key, cells }));
      const kept = wanted ? rows.filter((row) => row.cells.some((cell) => cell.text.toLowerCase().includes(wanted))) : rows;
      return this.by < 0 ? kept : kept.sort((a, b) => this.order(a.cells[this.by].sort, b.cells[this.by].sort));
    },
    page() {
      return this.found.slice(0, this.most);
    },
    counted() {
      const all = `${this.rows.length} rows` + (this.more ? `, the first of ${this.rows.length + this.more}` : "");
      return this.word.trim() ? `${this.found.length} of ${all}` : all;
    },
  },
  methods: {
    sort(place) {
      // Up, down, and as the rows came.
      if (this.by !== place) [this.by, this.down] = [place, false];
      else if (!this.down) this.down = true;
      else this.by = -1;
    },
    order(a, b) {
      // What has no value stands last in both directions.
      if (a === null || b === null) return (a === null) - (b === null);
      const both = typeof a === "number" && typeof b === "number";
      const sign = both ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
      return this.down ? -sign : sign;
    },
    hide(event) {
      event.target.style.display = "none";
    },
  },
};
