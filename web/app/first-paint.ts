/* oxlint-disable unicorn/consistent-function-scoping -- the script is the source of a function with all that it uses */

/** The only inline script: the source of two functions that use nothing outside themselves. */
export const firstPaintScript = `(${String(applyStoredState)})();(${String(holdEarlyClicks)})()`

/** Applies theme, signed-in state and the dismissed banner before the first paint, as theme.ts, session-store.ts and banner.ts store them. */
function applyStoredState(): void {
  const { dataset } = document.documentElement
  let theme: string | null = null
  try {
    if (localStorage.getItem('dismissed_banner') === dataset['banner']) delete dataset['banner']
    theme = localStorage.getItem('theme')
    const token = localStorage.getItem('auth_token')
    const user = JSON.parse(localStorage.getItem('auth_user') ?? 'null')
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    if (user && claims !== undefined && JSON.parse(atob(claims)).exp * 1000 > Date.now()) {
      dataset['auth'] = 'in'
      if (!user.permissions?.includes('scripts.upload')) dataset['unverified'] = ''
    }
  } catch {
    // The storage is blocked, or holds something else: the page is that of a visitor.
  }
  const preferred = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  dataset['theme'] = theme === 'light' || theme === 'dark' ? theme : preferred
}

/**
 * A control that is clicked before React has hydrated it is busy until then, and is clicked again. Links that open no
 * dialog and forms with an action work without scripts. App.tsx answers the probe, an event without another use, so that
 * this knows nothing of React's internals. It makes React hydrate the control first if its code is there.
 *
 * React replaces markup that changes before it is hydrated, and other parts of the page move it. So the control with the
 * same name at the same place among those is clicked, also if this happened between pressing and releasing a button that
 * was not hydrated: then the browser makes no click.
 */
function holdEarlyClicks(): void {
  type Held = { control: HTMLElement; name: string; place: number; url: string }
  const selector = '#root :is(button,a[aria-haspopup]):not(form[action] *)'
  let held: Held | undefined
  let pressed: (Held & { x: number; y: number }) | undefined
  let haveScriptsFailed = false

  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      haveScriptsFailed = true
      hold(undefined)
    },
    true,
  )
  document.addEventListener(
    'pointerdown',
    (event) => {
      const control = controlOf(event)
      const described = control && describe(control)
      const isEarly = control !== undefined && !isReady(control)
      pressed = described && isEarly ? { ...described, x: event.clientX, y: event.clientY } : undefined
    },
    true,
  )
  document.addEventListener(
    'pointerup',
    ({ target, clientX, clientY }) => {
      const start = pressed
      pressed = undefined
      if (!start || (target instanceof Node && start.control.contains(target))) return
      if (Math.hypot(clientX - start.x, clientY - start.y) < 5) wait(start)
    },
    true,
  )
  addEventListener(
    'click',
    (event) => {
      const control = controlOf(event)
      if (!control) return
      if (held?.name === nameOf(control)) hold(undefined)
      // Before the probe, which can make React replace the control.
      const described = describe(control)
      if (isReady(control)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      wait(described)
    },
    true,
  )

  /** Undefined also for a click that opens a new tab. */
  function controlOf({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLElement | undefined {
    if (haveScriptsFailed || button !== 0 || ctrlKey || metaKey || shiftKey) return undefined
    return target instanceof Element ? (target.closest<HTMLElement>(selector) ?? undefined) : undefined
  }

  function isReady(control: HTMLElement): boolean {
    return !control.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true }))
  }

  function nameOf(control: HTMLElement): string {
    return `${control.tagName}${control.ariaLabel}${control.textContent}`
  }

  function controlsNamed(name: string): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(selector)].filter((control) => nameOf(control) === name)
  }

  function describe(control: HTMLElement): Held {
    const name = nameOf(control)
    return { control, name, place: controlsNamed(name).indexOf(control), url: location.href }
  }

  function hold(next: Held | undefined): void {
    held?.control.removeAttribute('aria-busy')
    held = next
    next?.control.setAttribute('aria-busy', 'true')
  }

  function wait(next: Held): void {
    const isWaiting = held !== undefined
    hold(next)
    if (!isWaiting) requestAnimationFrame(replay)
  }

  function replay(): void {
    if (!held) return
    if (location.href !== held.url) {
      hold(undefined)
      return
    }
    const control = held.control.isConnected ? held.control : controlsNamed(held.name)[held.place]
    if (control && isReady(control) && control.isConnected) {
      hold(undefined)
      control.click()
      return
    }
    if (control) hold({ ...held, control })
    requestAnimationFrame(replay)
  }
}
