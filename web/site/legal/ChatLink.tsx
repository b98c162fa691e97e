import { useSite } from '#web/app/use-site.ts'

export function ChatLink() {
  const { chatInviteUrl } = useSite()
  return (
    <a href={chatInviteUrl} target="_blank" rel="noopener noreferrer">
      chat community on Discord
    </a>
  )
}
