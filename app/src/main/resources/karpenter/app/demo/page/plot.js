// The cost per hour as a line. Steps, because a cost holds until the next machine comes or goes.

const WIDTH = 1000;
const HEIGHT = 100;
const SVG = "http://www.w3.org/2000/svg";

export class Plot {
  constructor(svg) {
    this.svg = svg;
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.grid = [1, 0.5].map(() => this.add("line", "grid"));
    this.area = this.add("path", "area");
    this.curve = this.add("path", "curve");
    this.labels = [0, 1].map(() => {
      const label = document.createElement("span");
      label.className = "scale";
      label.setAttribute("aria-hidden", "true");
      svg.parentElement.append(label);
      return label;
    });
  }

  add(name, className) {
    const shape = document.createElementNS(SVG, name);
    shape.setAttribute("class", className);
    this.svg.append(shape);
    return shape;
  }

  draw(points, now, perHour) {
    const top = niceTop(Math.max(perHour, ...points.map(point => point.perHour)));
    const end = Math.max(now, 60);
    const x = seconds => (seconds / end * WIDTH).toFixed(1);
    const y = cost => (HEIGHT - cost / top * HEIGHT).toFixed(1);
    let path = "";
    let last = y(0);
    for (const point of [...points, {seconds: now, perHour}]) {
      path += `${path ? "L" : "M"}${x(point.seconds)} ${last}L${x(point.seconds)} ${y(point.perHour)}`;
      last = y(point.perHour);
    }
    this.curve.setAttribute("d", path);
    this.area.setAttribute("d", `${path}L${x(now)} ${HEIGHT}L0 ${HEIGHT}Z`);
    [1, 0.5].forEach((part, i) => {
      const line = this.grid[i];
      line.setAttribute("x1", "0");
      line.setAttribute("x2", WIDTH);
      line.setAttribute("y1", y(top * part));
      line.setAttribute("y2", y(top * part));
      this.labels[i].textContent = `$${(top * part).toFixed(2)}`;
      this.labels[i].style.top = `calc(${84 * (1 - part)}px - .7em)`;
    });
    this.svg.setAttribute("aria-label", `Cost per hour over time, now $${perHour.toFixed(3)}`);
  }
}

/** A round number that is not less. */
function niceTop(value) {
  const steps = [0.2, 0.5, 1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 50, 100];
  return steps.find(step => step >= value) ?? value;
}
