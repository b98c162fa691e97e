import { perHub, type Hub } from './hub.ts'

type Kept<T> = { isFresh: () => boolean; value: Promise<T> }

/**
 * What changes rarely and is asked for with every other answer: read once for each hub, and again once one of its
 * tags was dropped. Whoever asks while it is read waits for the same.
 */
export function keepUntilChanged<T>(
  tags: readonly string[],
  read: (hub: Hub) => Promise<T>,
): (hub: Hub) => Promise<T> {
  const keptBy = perHub(() => new Map<'kept', Kept<T>>())
  return (hub) => {
    const place = keptBy(hub)
    const known = place.get('kept')
    if (known?.isFresh()) return known.value
    const fresh: Kept<T> = { isFresh: hub.cache.watch(tags), value: read(hub) }
    place.set('kept', fresh)
    fresh.value.catch(() => {
      if (place.get('kept') === fresh) place.delete('kept')
    })
    return fresh.value
  }
}
