import { has, isConstant, origin, type Value } from './value.ts'

/** Values that the sender of an event chooses, and what is about them. */

export const isSent = (value: Value): boolean => has(value, origin.sent)

export const sentOrMade = origin.event | origin.command

/** The sender named the value, or it is about something that the sender named. */
export const isNamedBySender = (value: Value | undefined): boolean =>
  value !== undefined && has(value, sentOrMade | origin.chosen)

/** The sender decides whether it holds. */
export const isDecided = (value: Value): boolean =>
  isSent(value) ||
  (has(value, sentOrMade) && !has(value, origin.check | origin.stored | origin.identity | origin.state))

/** A setting of the program, or a list of its framework. */
export const isSetting = (value: Value): boolean =>
  isConstant(value) || (value.refs ?? value.objects) !== undefined

/** Something about what was named: no check of the sender. */
export const asNamed = (value: Value): Value => ({
  ...value,
  origins: (value.origins & ~origin.check) | origin.chosen,
})

/** An early round may not have known yet that the value is about what was named. */
export const settleCheck = (value: Value): Value =>
  has(value, origin.chosen) && has(value, origin.check) ? asNamed(value) : value
