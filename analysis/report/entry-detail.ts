import { cutText } from '#analysis/cut-text.ts'

/** What a finding says about the host or text of the blocklist that it matches. */
export const detailOfEntry = (entry: string): string => cutText(entry, 120)
