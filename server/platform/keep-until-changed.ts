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
  const placeOf = perHub((): { kept?: Kept<T> } => ({}))
  return (hub) => {
    const place = placeOf(hub)
    if (place.kept?.isFresh()) return place.kept.value
    const fresh: Kept<T> = { isFresh: hub.cache.watch(tags), value: read(hub) }
    place.kept = fresh
    fresh.value.catch(() => {
      if (place.kept === fresh) delete place.kept
    })
    return fresh.value
  }
}
