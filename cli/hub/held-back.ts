import type { Resolution } from '#contract/scripts/resolve.ts'
import type { Lock } from '#cli/files/lock.ts'

/** What the next question to the hub says: versions that stay, and resources that need no provider. */
type Held = { locked: Record<string, string>; resources: Set<string> }

/**
 * Adds to `held` what keeps the server as it is where a script is younger than the cooldown: its installed version, otherwise
 * that of the scripts which need it. An installed version is also kept from an older one, which would be chosen only because
 * the installed one is young; if it was withdrawn, the hub then replaces it at once. Returns false if nothing was added.
 */
export function heldBack(
  { scripts, problems }: Resolution,
  { scripts: installed }: Lock,
  held: Held,
): boolean {
  const byId = new Map(scripts.map((script) => [script.id, script]))
  const visited = new Set<number>()
  const hold = (id: number): boolean => {
    if (visited.has(id)) return false
    visited.add(id)
    const current = installed[id]
    if (current && held.locked[id] === undefined) {
      held.locked[id] = current.version
      return true
    }
    return (byId.get(id)?.neededBy ?? [])
      .map(({ scriptId, resource }) => {
        // The installed version needs it, too, and the server has done without.
        if (installed[scriptId]?.needs[resource] !== null) return hold(scriptId)
        const isAdded = !held.resources.has(resource)
        held.resources.add(resource)
        return isAdded
      })
      .includes(true)
  }
  const older = scripts.filter(({ id, version }) => version && version.id < (installed[id]?.versionId ?? 0))
  return [
    ...older.map(({ id }) => held.locked[id] === undefined && hold(id)),
    ...problems.map(({ code, scriptId }) => code === 'too-new' && scriptId !== null && hold(scriptId)),
  ].includes(true)
}
