const domains = (names: string): RegExp =>
  new RegExp(`(^|\\.)(${names.replaceAll('.', '\\.').replaceAll(' ', '|')})$`)

/** Hosts of libraries, fonts and players that many pages use: what they send is not the choice of the author. */
export const libraryHosts: ReadonlySet<string> = new Set(
  'ajax.googleapis.com ajax.aspnetcdn.com cdn.jsdelivr.net cdnjs.cloudflare.com code.jquery.com unpkg.com maxcdn.bootstrapcdn.com stackpath.bootstrapcdn.com cdn.tailwindcss.com cdn.datatables.net kit.fontawesome.com use.fontawesome.com www.youtube.com www.youtube-nocookie.com w.soundcloud.com open.spotify.com player.vimeo.com player.twitch.tv'.split(
    ' ',
  ),
)

/** Hosts that are asked about an identifier or an IP. */
export const lookupHosts = domains(
  'discord.com discordapp.com steampowered.com steamcommunity.com cfx.re fivem.net ip-api.com ipapi.com tebex.io googleapis.com openai.com ipapi.co ipinfo.io iphub.info proxycheck.io vpnapi.io getipintel.net ipqualityscore.com',
)

/** Services that keep the logs of the account whose key is sent with them. */
export const logServices = domains(
  'fivemanage.com fivemerr.com datadoghq.com datadoghq.eu grafana.net sentry.io newrelic.com',
)
