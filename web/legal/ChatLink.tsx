import { useSite } from '#web/app/use-site.ts'

/** Where the people behind the site are reached. */
export function ChatLink() {
  const { chatInviteUrl } = useSite()
  return (
    <a href={chatInviteUrl} target="_blank" rel="noopener noreferrer">
      chat community on Discord
    </a>
  )
}
