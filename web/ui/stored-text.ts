type Place = 'localStorage' | 'sessionStorage'

/** Null also where the browser stores nothing. */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Undefined removes the text. Without storage, or if it is full, it lasts until the next page load. */
export function writeStored(key: string, text: string | undefined, place: Place = 'localStorage'): void {
  try {
    if (text === undefined) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch {}
}
