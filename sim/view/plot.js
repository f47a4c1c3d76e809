// A column of the time series against time; the mark is the frame that is shown, and a click goes there.
import uPlot from "uplot";

export class Plot {
  constructor(element, select, series, seek) {
    this.element = element;
    this.series = series;
    this.seek = seek;
    this.now = 0;
    if (!series) {
      select.closest("label").hidden = true;
      return;
    }
    for (const name of series.keys()) if (name !== "step" && name !== "time") select.add(new Option(name, name));
    select.value = series.has("kinetic_translation") ? "kinetic_translation" : select.options[0]?.value;
    select.addEventListener("change", () => this.show(select.value));
    this.show(select.value);
  }

  show(name) {
    this.plot?.destroy();
    const width = Math.max(200, this.element.clientWidth || 260), tone = "#2f6f8f";
    const mark = (u) => {
      const x = u.valToPos(this.now, "x", true);
      u.ctx.save();
      u.ctx.strokeStyle = "#c0392b";
      u.ctx.beginPath();
      u.ctx.moveTo(x, u.bbox.top);
      u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
      u.ctx.stroke();
      u.ctx.restore();
    };
    const short = (u, values) => values.map((v) => (v === 0 ? "0" : Number(v.toPrecision(3)).toString()));
    this.plot = new uPlot({
      width, height: 150, legend: { show: false }, cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [{ size: 34, values: short }, { size: 52, values: short }],
      series: [{}, { stroke: tone, width: 1.5 }],
      hooks: { draw: [mark], ready: [(u) => u.over.addEventListener("click", () => this.seek(u.posToVal(u.cursor.left, "x")))] },
    }, [this.series.get("time"), this.series.get(name)], this.element);
  }

  setTime(time) {
    this.now = time;
    this.plot?.redraw(false, false);
  }
}
