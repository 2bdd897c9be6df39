// Draws lists so that an element stays the same while its thing does: a button that is replaced while it is pressed
// would not notice the click.

const MAX_LINES = 300;

/** Makes the children of `list` those of `things`, in order; `make` and `update` get the element. */
function keyed(list, things, key, make, update) {
  const known = new Map([...list.children].map(child => [child.dataset.key, child]));
  let place = list.firstElementChild;
  for (const thing of things) {
    const name = key(thing);
    let element = known.get(name);
    if (element) {
      known.delete(name);
    } else {
      element = make(thing);
      element.dataset.key = name;
    }
    if (element === place) {
      place = place.nextElementSibling;
    } else {
      list.insertBefore(element, place);
    }
    update(element, thing);
  }
  known.forEach(gone => gone.remove());
}

/** Of markup that is written here; what comes from the cluster is set as text or attribute afterwards. */
function make(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

function text(element, value) {
  if (element.textContent !== value) {
    element.textContent = value;
  }
}

const cores = milli => (milli / 1000).toLocaleString("en", {maximumFractionDigits: 1});

export function drawNodes(list, nodes, kill) {
  keyed(list, nodes, node => node.name, node => {
    const element = make(`
      <li class="node">
        <div class="head">
          <span class="name"></span><span class="tag capacity"></span><span class="tag state"></span>
          <button type="button" class="kill">✕</button>
        </div>
        <div class="bar" role="img"></div>
        <div class="facts"><span class="type"></span><span class="price"></span></div>
        <div class="verdict"></div>
      </li>`);
    const button = element.querySelector(".kill");
    button.setAttribute("aria-label", `Kill node ${node.name}`);
    button.title = "Kill the machine";
    button.addEventListener("click", () => kill(node.name));
    return element;
  }, drawNode);
}

function drawNode(element, node) {
  element.className = `node ${node.state}`;
  const size = node.cpu || 2000;
  element.style.width = `${Math.max(216, Math.round(188 + size / 1000 * 11))}px`;
  text(element.querySelector(".name"), node.name);
  const capacity = element.querySelector(".capacity");
  capacity.classList.toggle("spot", node.capacity === "spot");
  capacity.hidden = !node.capacity;
  text(capacity, node.capacity);
  const state = element.querySelector(".state");
  state.hidden = node.state === "ready";
  text(state, node.state);
  element.querySelector(".kill").disabled = node.state === "lost" || node.state === "launching";
  const bar = element.querySelector(".bar");
  bar.setAttribute("aria-label", `${cores(node.used)} of ${cores(node.cpu)} CPUs used by ${node.pods.length} pods`);
  keyed(bar, node.pods, pod => pod.name, () => document.createElement("span"), (chip, pod) => {
    chip.className = `pod app-${pod.app} ${pod.state}`;
    chip.style.flex = `0 0 calc(${(pod.cpu / size * 100).toFixed(2)}% - 2px)`;
    chip.title = `${pod.name}: ${cores(pod.cpu)} CPU, ${pod.state}`;
  });
  text(element.querySelector(".type"), [node.type.replace("-linux", ""), node.zone.replace("test-", "")].filter(Boolean).join(" · "));
  text(element.querySelector(".price"), node.price ? `$${node.price.toFixed(3)}/h` : "");
  const verdict = element.querySelector(".verdict");
  const stays = node.state === "ready" && node.verdict ? `Stays: ${node.verdict}` : "";
  text(verdict, stays);
  verdict.title = stays;
}

export function drawWaiting(list, pods) {
  keyed(list, pods, pod => pod.name, () => document.createElement("li"), (chip, pod) => {
    chip.className = `chip app-${pod.app}`;
    chip.title = `${pod.name}: ${cores(pod.cpu)} CPU`;
    text(chip, `${pod.app} ${cores(pod.cpu)}`);
  });
}

export function drawWorkloads(list, workloads, scale) {
  keyed(list, workloads, row => row.name, row => {
    const element = make(`
      <li class="workload">
        <span class="swatch"></span>
        <span><span class="name"></span> <span class="quiet what"></span></span>
        <span class="count"></span>
        <span class="buttons"></span>
      </li>`);
    element.classList.add(`app-${row.name.replace(/[^a-z0-9-]/g, "")}`);
    text(element.querySelector(".name"), row.name);
    text(element.querySelector(".what"), `${cores(row.cpu)} CPU each`);
    element.title = `${row.kind} ${row.name}: running / wanted`;
    if (row.step > 0) {
      for (const [sign, word, by] of [["−", "down", -row.step], ["+", "up", row.step]]) {
        const button = make(`<button type="button"></button>`);
        text(button, sign);
        button.setAttribute("aria-label", `Scale ${row.name} ${word}`);
        button.title = `${by > 0 ? "+" : "−"}${row.step} replicas`;
        button.addEventListener("click", () => scale(row.name, by));
        element.querySelector(".buttons").append(button);
      }
    }
    return element;
  }, (element, row) => text(element.querySelector(".count"), `${row.running} / ${row.replicas}`));
}

export function addLines(feed, lines) {
  for (const line of lines) {
    const item = make(`<li><time></time><span class="tone"></span><span class="text"></span></li>`);
    item.className = line.tone;
    text(item.querySelector("time"), line.at);
    text(item.querySelector(".tone"), line.tone);
    text(item.querySelector(".text"), line.text);
    feed.prepend(item);
  }
  while (feed.children.length > MAX_LINES) {
    feed.lastElementChild.remove();
  }
}
