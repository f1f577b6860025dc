const text = (id) => document.getElementById(id).textContent;

// Charts and the library that draws them are packed: it makes the page less than half as large.
const unpack = (id) => {
  const bytes = Uint8Array.from(atob(text(id)), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
};
const specs = JSON.parse(await unpack("specs"));
const library = document.createElement("script");
library.textContent = await unpack("library");
document.head.append(library);

const records = JSON.parse(text("records"));
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
