import { emitAt, type Frame } from './frame.ts'

/** Something was counted, and then time passed in which it could be sold again. */
export function pause(frame: Frame): void {
  if (frame.race === 'counted' || frame.race === 'read') frame.race = 'waited'
}
/** The goods are taken at last: what was given for them in the meantime may have been given several times. */
export function giveEarly(frame: Frame): void {
  const { race } = frame
  frame.race = 'over'
  if (typeof race !== 'object') return
  const more = { detail: 'race', isChecked: false, ...(race.object && { object: race.object }) }
  emitAt(frame, 'act', race.site, race.name, race.args, more)
}
