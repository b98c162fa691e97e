import { useSyncExternalStore } from 'react'

import { readStored, writeStored } from './stored-text.ts'

/** A value that all tabs of a browser share. An undefined text removes it. */
export function createStoredValue<Value>(
  key: string,
  parse: (text: string | null) => Value,
  textOf: (value: Value) => string | undefined,
  onChange: (value: Value) => void = () => undefined,
) {
  const listeners = new Set<() => void>()
  let cached: { value: Value } | undefined
  const read = () => (cached ??= { value: parse(readStored(key)) }).value

  function set(value: Value): void {
    cached = { value }
    writeStored(key, textOf(value))
    onChange(value)
    for (const notify of listeners) notify()
  }

  function subscribe(notify: () => void): () => void {
    const followOtherTab = ({ key: changed }: StorageEvent) => {
      if (changed !== key) return
      cached = undefined
      onChange(read())
      notify()
    }
    listeners.add(notify)
    addEventListener('storage', followOtherTab)
    return () => {
      listeners.delete(notify)
      removeEventListener('storage', followOtherTab)
    }
  }

  /** During hydration the value of the server. */
  const use = (onServer: Value) => useSyncExternalStore(subscribe, read, () => onServer)
  return { read, set, use }
}
