/* oxlint-disable unicorn/consistent-function-scoping -- the script is the source of a function with all that it uses */

/** The only inline script: the source of two functions that use nothing outside themselves. */
export const firstPaintScript = `(${String(applyStoredState)})();(${String(holdEarlyInput)})()`

/**
 * Loads the fonts with the styles, or on a slow connection seconds later (main.tsx): there they would take a second from
 * the scripts that make the page work. Applies theme, signed-in state and the dismissed banner before the
 * first paint, as current-theme.ts, session-store.ts and banner.ts store them.
 */
function applyStoredState(): void {
  const { dataset } = document.documentElement
  const connection: { effectiveType?: string; saveData?: boolean } =
    Reflect.get(navigator, 'connection') ?? {}
  const { effectiveType = '4g', saveData = false } = connection
  if (saveData || effectiveType !== '4g') dataset['fonts'] = 'later'
  else
    for (const href of document.currentScript?.dataset['fonts']?.split(' ') ?? []) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href })
      document.head.append(link)
    }
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
      // The script or version may exist for this user, see use-signed-in-script.ts.
      document.title = document.title.replace(/^(Script|Version) Not Found · /, '')
    }
  } catch {
    // The storage is blocked, or holds something else: the page is that of a visitor.
  }
  const preferred = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  dataset['theme'] = theme === 'light' || theme === 'dark' ? theme : preferred
}

/**
 * A control that is clicked before React has hydrated it is busy until then, and is clicked again; a field that is
 * changed before is changed again. Links that open no dialog and forms with an action work without scripts. App.tsx
 * answers the probe, an event without another use, so that this knows nothing of React's internals. It makes React
 * hydrate the control first if its code is there.
 *
 * React replaces markup that changes before it is hydrated, and other parts of the page move it. So the control with the
 * same name at the same place among those is clicked, also if this happened between pressing and releasing a button that
 * was not hydrated: then the browser makes no click.
 *
 * `data-dialog` names a dialog in the server's markup, which opens at once for visitors. A control in it waits behind
 * those that opened it, and is forgotten with them when the dialog closes.
 */
function holdEarlyInput(): void {
  type Held = { control: HTMLElement; name: string; place: number; url: string }
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  const selector =
    '#root :is(button,a[aria-haspopup],[type=checkbox],[type=radio]):not(form:is([action],[method]) [type=submit])'
  let held: Held[] = []
  let pressed: (Held & { x: number; y: number }) | undefined
  let isReplaying = false
  let haveScriptsFailed = false
  const changed = new Map<Field, string>()
  const files = document.currentScript?.dataset

  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      haveScriptsFailed = true
      document.documentElement.dataset['scripts'] = 'failed'
      hold([])
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
      if (held.at(-1)?.name === nameOf(control)) hold(held.slice(0, -1))
      // Before the probe, which can make React replace the control.
      const described = describe(control)
      // First the fields: their replay after an early submission would clear its errors.
      if (isReady(control)) return replayChanges()
      event.preventDefault()
      event.stopImmediatePropagation()
      wait(described)
    },
    true,
  )
  // Who types on after the hydration would lose a letter to the replay.
  document.addEventListener('beforeinput', replayChanges, true)
  for (const type of ['input', 'change'])
    document.addEventListener(
      type,
      ({ target }) => {
        const isField =
          target instanceof HTMLInputElement ||
          target instanceof HTMLTextAreaElement ||
          target instanceof HTMLSelectElement
        // Boxes wait as controls that are clicked, and the value of a chosen file cannot be set.
        if (!isField || haveScriptsFailed || /^(checkbox|radio|file)$/.test(target.type)) return
        if (isReady(target)) return
        changed.set(target, target.value)
        startReplay()
      },
      true,
    )
  document.addEventListener(
    'close',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const opener = held.findIndex(({ control }) => control.dataset['dialog'] === target.id)
      hold(held.slice(0, opener < 0 ? undefined : opener).filter(({ control }) => !target.contains(control)))
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
    return `${control.tagName}${control.ariaLabel}${control.getAttribute('name')}${control.textContent}`
  }

  function controlsNamed(name: string): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(selector)].filter((control) => nameOf(control) === name)
  }

  function describe(control: HTMLElement): Held {
    const name = nameOf(control)
    return { control, name, place: controlsNamed(name).indexOf(control), url: location.href }
  }

  function hold(next: Held[]): void {
    for (const { control } of held) control.removeAttribute('aria-busy')
    held = next
    for (const { control } of held) control.setAttribute('aria-busy', 'true')
  }

  function wait(next: Held): void {
    const { dialog } = next.control.dataset
    const opened = document.querySelector<HTMLDialogElement>(`dialog#${dialog}`)
    const isVisitor = document.documentElement.dataset['auth'] === undefined
    const isSecond = next.control.closest('dialog') !== null
    hold([...held.filter(({ control }) => isSecond && control.dataset['dialog'] !== undefined), next])
    if (dialog !== undefined && isVisitor && !opened?.open) opened?.showModal()
    if (dialog !== undefined) preload(isVisitor ? 'visitor' : 'member')
    startReplay()
  }

  /** In parallel to the first load: one after the other they take seconds on a slow connection. */
  function preload(user: string): void {
    for (const href of files?.[user]?.split(' ') ?? []) {
      const link = document.createElement('link')
      link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
      if (href.endsWith('.css')) link.as = 'style'
      link.href = href
      document.head.append(link)
    }
    delete files?.[user]
  }

  function startReplay(): void {
    if (!isReplaying) requestAnimationFrame(replay)
    isReplaying = true
  }

  function replay(): void {
    isReplaying = false
    replayChanges()
    const [first, ...others] = held
    if (first && location.href !== first.url) hold([])
    else if (first) {
      const control = first.control.isConnected ? first.control : controlsNamed(first.name)[first.place]
      if (control && isReady(control) && control.isConnected) {
        hold(others)
        control.click()
      } else if (control) hold([{ ...first, control }, ...others])
    }
    if (held.length > 0 || changed.size > 0) startReplay()
  }

  function replayChanges(): void {
    for (const [field, value] of changed) if (!field.isConnected || isReady(field)) change(field, value)
  }

  function change(field: Field, value: string): void {
    changed.delete(field)
    // React ignores an event of a field whose value is the last that it has set or read.
    field.value = `${value}0`
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
