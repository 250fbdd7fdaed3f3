import {
  AddEquation,
  type Camera,
  CustomBlending,
  FloatType,
  GLSL3,
  HalfFloatType,
  Mesh,
  NoBlending,
  OneFactor,
  OrthographicCamera,
  Scene as PlainScene,
  PlaneGeometry,
  RawShaderMaterial,
  type Scene,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'

const VERTEX = `in vec3 position; in vec2 uv; out vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`

/** Very bright reflections are cut, so that their edges are smooth after adding up. */
const ADD = `precision highp float; in vec2 at; out vec4 color; uniform sampler2D picture; uniform float weight;
void main() { color = vec4(min(texture(picture, at).rgb, vec3(5.0)) * weight, 1.0); }`

/** Khronos PBR Neutral: keeps the colors of products and only folds the highlights. */
const DEVELOP = `precision highp float; in vec2 at; out vec4 color; uniform sampler2D picture;
vec3 neutral(vec3 c) {
  const float start = 0.8 - 0.04; const float fade = 0.15;
  float x = min(c.r, min(c.g, c.b));
  float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
  c -= offset;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < start) return c;
  float d = 1.0 - start;
  float newPeak = 1.0 - d * d / (peak + d - start);
  c *= newPeak / peak;
  float g = 1.0 - 1.0 / (fade * (peak - newPeak) + 1.0);
  return mix(c, vec3(newPeak), g);
}
void main() {
  vec3 c = clamp(neutral(texture(picture, at).rgb), 0.0, 1.0);
  vec3 s = mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
  color = vec4(s, 1.0);
}`

/** Adds many renderings of a scene up to one picture. */
export class Exposure {
  readonly #renderer: WebGLRenderer
  readonly #camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  readonly #add = pass(ADD, true)
  readonly #develop = pass(DEVELOP, false)
  #single = new WebGLRenderTarget(1, 1, { type: HalfFloatType })
  #sum = new WebGLRenderTarget(1, 1, { type: FloatType, depthBuffer: false })

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer
    renderer.autoClear = true
  }

  begin(width: number, height: number): void {
    this.#single.setSize(width, height)
    this.#sum.setSize(width, height)
    this.#renderer.setRenderTarget(this.#sum)
    this.#renderer.setClearColor(0x000000, 1)
    this.#renderer.clear()
  }

  /** Renders the scene and adds it with this weight. */
  add(scene: Scene, camera: Camera, weight: number): void {
    this.#renderer.setRenderTarget(this.#single)
    this.#renderer.render(scene, camera)
    this.#draw(this.#add, this.#single, this.#sum, weight)
  }

  /** Draws the sum on the canvas. */
  develop(): void {
    this.#draw(this.#develop, this.#sum, null, 1)
  }

  #draw(
    mesh: Mesh<PlaneGeometry, RawShaderMaterial>,
    from: WebGLRenderTarget,
    to: WebGLRenderTarget | null,
    weight: number,
  ): void {
    const { uniforms } = mesh.material
    if (uniforms.picture) uniforms.picture.value = from.texture
    if (uniforms.weight) uniforms.weight.value = weight
    const scene = new PlainScene()
    scene.add(mesh)
    this.#renderer.setRenderTarget(to)
    this.#renderer.autoClear = false
    this.#renderer.render(scene, this.#camera)
    this.#renderer.autoClear = true
  }
}

function pass(fragmentShader: string, adds: boolean): Mesh<PlaneGeometry, RawShaderMaterial> {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: VERTEX,
    fragmentShader,
    uniforms: { picture: { value: null }, weight: { value: 1 } },
    depthTest: false,
    depthWrite: false,
    ...(adds
      ? { blending: CustomBlending, blendEquation: AddEquation, blendSrc: OneFactor, blendDst: OneFactor }
      : { blending: NoBlending }),
  })
  const mesh = new Mesh(new PlaneGeometry(2, 2), material)
  mesh.frustumCulled = false
  return mesh
}
