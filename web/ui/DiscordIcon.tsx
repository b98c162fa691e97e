import drawing from './discord.svg'

/** lucide carries no brands. This one mark is a file, so that it is no part of the script of every page. */
export function DiscordIcon() {
  return (
    <svg className="lucide" viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <use href={`${drawing}#mark`} />
    </svg>
  )
}
