// The lines between nodes. mind-elixir measures and draws them one by one, and each line drawn makes the browser lay
// out the map again before the next is measured. Here everything is measured first and drawn afterwards, which makes
// maps of thousands of nodes appear in a fraction of the time.

const SVG_SPACE = "http://www.w3.org/2000/svg";

/** Takes the place of mind-elixir's `linkDiv`. */
export function drawLines(mind) {
  const root = box(mind.map.querySelector("me-root"));
  const size = { containerHeight: mind.nodes.offsetHeight, containerWidth: mind.nodes.offsetWidth };
  const measured = [...mind.map.querySelectorAll("me-main > me-wrapper")].map((wrapper) => {
    const topic = wrapper.querySelector("me-tpc");
    const direction = wrapper.parentNode.className;
    const colour = topic.nodeObj.branchColor ?? "currentColor";
    const main = mind.generateMainBranch({ ...from(root), ...to(placeIn(mind.nodes, topic)), ...size, direction });
    return { wrapper, topic, colour, main, lines: branchLines(mind, wrapper, direction, colour) };
  });
  mind.lines.replaceChildren(...measured.map(({ main, colour }) => line(main, colour, 3)));
  for (const { wrapper, topic, colour, lines } of measured) {
    topic.style.borderColor = colour;
    if (wrapper.lastChild.tagName === "svg") wrapper.lastChild.remove();
    const svg = document.createElementNS(SVG_SPACE, "svg");
    svg.setAttribute("class", "subLines");
    svg.setAttribute("overflow", "visible");
    svg.append(...lines.map(({ path, stroke }) => line(path, stroke, 2)));
    wrapper.append(svg);
  }
  mind.bus.fire("linkDiv");
}

/** The lines under a main branch, measured: each from a node to one of its children. */
function branchLines(mind, wrapper, direction, colour) {
  const lines = [];
  const stack = [[wrapper, colour]];
  while (stack.length) {
    const [above, inherited] = stack.pop();
    const [parent, children] = above.children;
    if (children?.tagName !== "ME-CHILDREN") continue;
    const start = from(box(parent));
    for (const child of children.children) {
      const stroke = child.firstChild.firstChild.nodeObj.branchColor ?? inherited;
      lines.push({ stroke, path: mind.generateSubBranch({ ...start, ...to(box(child.firstChild)), direction, isFirst: above === wrapper }) });
      stack.push([child, stroke]);
    }
  }
  return lines;
}

function box(element) {
  return { top: element.offsetTop, left: element.offsetLeft, width: element.offsetWidth, height: element.offsetHeight };
}

/** Where an element is inside of an outer one, which may be several boxes up. */
function placeIn(outer, element) {
  const place = box(element);
  for (let up = element.offsetParent; up && up !== outer; up = up.offsetParent) {
    place.top += up.offsetTop;
    place.left += up.offsetLeft;
  }
  return place;
}

// The names that mind-elixir's functions for the form of a line ask for.
function from({ top, left, width, height }) {
  return { pT: top, pL: left, pW: width, pH: height };
}

function to({ top, left, width, height }) {
  return { cT: top, cL: left, cW: width, cH: height };
}

function line(path, colour, width) {
  const element = document.createElementNS(SVG_SPACE, "path");
  for (const [name, value] of Object.entries({ d: path, stroke: colour, fill: "none", "stroke-width": width })) element.setAttribute(name, value);
  return element;
}
