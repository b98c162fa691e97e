import type { CaseMessagePage } from '#contract/moderation/cases.ts'

/** The latest messages after those that were loaded before, unless there is a gap between them. */
export function joinMessages(loaded: CaseMessagePage | undefined, latest: CaseMessagePage): CaseMessagePage {
  const first = latest.messages[0]?.id ?? 0
  const isJoined = loaded?.messages.some(({ id }) => id >= first) ?? false
  if (!loaded || !isJoined) return latest
  return { ...loaded, messages: [...loaded.messages.filter(({ id }) => id < first), ...latest.messages] }
}
