// Starts the viewer of an exported .html file: the map is in the page itself.

import { restoreTheme } from "./theme.js";
import { Viewer } from "./viewer.js";

restoreTheme();
globalThis.viewer = new Viewer(document.getElementById("viewer"), JSON.parse(document.getElementById("map-data").textContent));
