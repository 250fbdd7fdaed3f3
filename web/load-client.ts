// A classic script in the head of every page, in one file with `web/early-input.ts`: it loads all modules once the first
// view is drawn, so that neither the network nor the processor is busy with them before. Without imports and exports.

/** A picture that takes longer must not keep the page from coming alive. */
const WAIT_FOR_PICTURES_MS = 3_000

/** Loads the modules that the script element names: those to run in turn, and those that they import later. */
async function loadClient({ run = '', preload = '' }: DOMStringMap): Promise<void> {
  const steps = run.split(' ')
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  await Promise.race([firstView(), firstInput(), new Promise((resolve) => setTimeout(resolve, WAIT_FOR_PICTURES_MS))])
  for (const href of [...steps, ...preload.split(' ')].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // Each in a task of its own: first the libraries, then what is built on them.
  for (const step of steps) {
    await window.loadCode(() => import(/* @vite-ignore */ step), true)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function firstView(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  await Promise.all(Array.from(pictures, loaded))
  // Hidden pages are not painted.
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve))
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
