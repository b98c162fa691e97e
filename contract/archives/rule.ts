export interface Rule {
  id: string
  /** The highest severity that the rule reports. */
  severity: 'high' | 'medium' | 'low'
  /** One step lower where the code runs on the client or in a page only. */
  isLowerOnClient: boolean
  /** At most 60 characters. */
  title: string
  /** Why it deserves a look, at most 140 characters. */
  why: string
  /** The advice to a reader of the code. */
  check: string
  /** The revision that introduced the rule. */
  since: number
}
