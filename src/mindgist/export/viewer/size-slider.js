// The slider for the map's size. In a large map the first hundred nodes matter most, so its steps grow with the square.

const MAX_LINEAR = 200; // nodes; up to here a step of the slider is a node
const STEPS = 400; // of the slider in a larger map

export const sliderSteps = (largest) => (largest > MAX_LINEAR ? STEPS : largest);

export function sliderFromSize(size, largest) {
  return largest <= MAX_LINEAR ? size : Math.round(1 + (STEPS - 1) * Math.sqrt((size - 1) / (largest - 1)));
}

export function sizeFromSlider(value, largest) {
  return largest <= MAX_LINEAR ? value : 1 + (largest - 1) * ((value - 1) / (STEPS - 1)) ** 2;
}
