const read = (id) => JSON.parse(document.getElementById(id).textContent);
const specs = read("specs");
const records = read("records");
const page = document.body.dataset.page;

// Charts are drawn as they come into view: a long report opens at once.
const draw = (node) => vegaEmbed(node, specs[node.id], { actions: { export: true, source: false, compiled: false, editor: false } });
const watcher = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "600px" },
);
const charts = [...document.querySelectorAll(".chart")];
charts.forEach((node) => watcher.observe(node));
addEventListener("beforeprint", () => charts.forEach((node) => node.hasChildNodes() || draw(node)));

for (const link of document.querySelectorAll("a.replay")) {
  const record = records[link.dataset.record];
  if (record) {
    link.href = `${page}#record=${record}`;
    link.target = "phaseline";
  }
}
document.getElementById("how").hidden = Object.keys(records).length === 0;
