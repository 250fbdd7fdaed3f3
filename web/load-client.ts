// A classic script in the head of every page, bundled with `web/early-input.ts`, without imports and exports: loads the
// modules after the first paint, so that they do not compete with it for network and CPU.

/** Slower pictures do not delay hydration. */
const WAIT_FOR_PICTURES_MS = 3_000

/** Loads the modules named by the script element: `run` in sequence, `preload` in advance. */
async function loadClient({ run = '', preload = '' }: DOMStringMap): Promise<void> {
  const steps = run.split(' ')
  const used = firstInput()
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  await Promise.race([firstView(), used, new Promise((resolve) => setTimeout(resolve, WAIT_FOR_PICTURES_MS))])
  for (const href of [...steps, ...preload.split(' ')].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // Each in its own task, libraries first.
  for (const step of steps) {
    await window.loadCode(() => import(/* @vite-ignore */ step), true)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function firstView(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  await Promise.all(Array.from(pictures, loaded))
  // Hidden pages are not painted. The second frame starts after the first one is painted.
  for (let frames = 0; frames < 2 && !document.hidden; frames++) await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve))
}

function loaded(picture: HTMLImageElement): Promise<unknown> | undefined {
  if (picture.complete) return
  return new Promise((resolve) => {
    for (const type of ['load', 'error']) picture.addEventListener(type, resolve, { once: true })
  })
}

function firstInput(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, resolve, { once: true, capture: true })
  })
}

void loadClient({ ...(document.currentScript as HTMLScriptElement).dataset }).catch((error) => {
  window.earlyInput?.end()
  document.getElementById('scripts-failed')?.removeAttribute('hidden')
  throw error
})
