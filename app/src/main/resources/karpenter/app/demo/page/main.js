// The demo's page: asks for the state of the cluster again and again, draws it, and hands in what the buttons wish.

import {addLines, drawNodes, drawWaiting, drawWorkloads} from "./draw.js";
import {Plot} from "./plot.js";

const POLL_MILLIS = 250;
const at = id => document.getElementById(id);
const plot = new Plot(at("plot"));
let seen = 0;
let elapsed = 0;
let wanted = {};

async function act(what, parameters = {}) {
  const response = await fetch(`do/${what}?${new URLSearchParams(parameters)}`, {method: "POST"});
  complain(response.ok ? "" : await response.text());
  await look();
}

function complain(message) {
  at("trouble").hidden = !message;
  at("trouble").textContent = message;
}

/** Several clicks on + before the next look add up. */
function scale(name, by) {
  const replicas = Math.max(0, Math.min(60, wanted[name] + by));
  wanted[name] = replicas;
  act("scale", {workload: name, replicas});
}

function draw(frame) {
  const picture = frame.picture;
  if (picture.elapsed < elapsed) {
    // Another demo than before.
    location.reload();
    return;
  }
  elapsed = picture.elapsed;
  at("clock").textContent = picture.clock;
  at("pace").textContent = frame.paused ? "paused" : `${frame.speed}× as fast`;
  at("pause").textContent = frame.paused ? "Resume" : "Pause";
  at("pause").setAttribute("aria-pressed", frame.paused);
  if (document.activeElement !== at("speed")) {
    at("speed").value = frame.speed;
  }
  at("story").checked = frame.story;
  at("perHour").textContent = `$${picture.perHour.toFixed(3)}/h`;
  at("spent").textContent = `$${picture.spent.toFixed(2)}`;
  at("nodeCount").textContent = picture.nodes.length;
  at("runningCount").textContent = picture.workloads.reduce((sum, row) => sum + row.running, 0);
  at("waitingCount").textContent = picture.waiting.length;
  at("waitingCount").classList.toggle("some", picture.waiting.length > 0);
  at("storm").disabled = picture.storm > 0;
  at("storm").textContent =
    picture.storm > 0 ? `Spot storm: ${Math.ceil(picture.storm / 60)} min to go` : "Start a spot storm";
  wanted = Object.fromEntries(picture.workloads.map(row => [row.name, row.replicas]));
  drawNodes(at("nodes"), picture.nodes, node => act("kill", {node}));
  drawWaiting(at("waiting"), picture.waiting);
  drawWorkloads(at("workloads"), picture.workloads, scale);
  plot.draw(frame.history, picture.elapsed, picture.perHour);
  const lines = frame.lines.filter(line => line.number > seen);
  addLines(at("feed"), lines);
  seen = lines.at(-1)?.number ?? seen;
}

async function look() {
  const response = await fetch(`state?since=${seen}`);
  if (response.ok) {
    draw(await response.json());
  }
}

async function watch() {
  try {
    await look();
    if (at("trouble").dataset.lost) {
      delete at("trouble").dataset.lost;
      complain("");
    }
  } catch {
    at("trouble").dataset.lost = "true";
    complain("The demo has ended. Start it again with ./karpenter demo");
  }
  setTimeout(watch, POLL_MILLIS);
}

at("pause").addEventListener("click", () => act(at("pause").getAttribute("aria-pressed") === "true" ? "resume" : "pause"));
at("step").addEventListener("click", () => act("step"));
at("speed").addEventListener("change", () => { act("speed", {times: at("speed").value}); at("speed").blur(); });
at("story").addEventListener("change", () => act("story", {on: at("story").checked}));
at("storm").addEventListener("click", () => act("storm"));
at("details").addEventListener("change", () => at("feed").classList.toggle("detailed", at("details").checked));
watch();
