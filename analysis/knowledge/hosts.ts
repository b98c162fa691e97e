import { words } from './words.ts'

const domains = (names: string): RegExp =>
  new RegExp(`(^|\\.)(${names.replaceAll('.', '\\.').replaceAll(' ', '|')})$`)

/** Hosts of libraries, fonts and players that many pages use: what they send is not the choice of the author. */
export const libraryHosts = words(
  'ajax.googleapis.com ajax.aspnetcdn.com cdnjs.cloudflare.com code.jquery.com maxcdn.bootstrapcdn.com stackpath.bootstrapcdn.com cdn.tailwindcss.com cdn.datatables.net kit.fontawesome.com use.fontawesome.com www.youtube.com www.youtube-nocookie.com w.soundcloud.com open.spotify.com player.vimeo.com player.twitch.tv',
)

/** Anyone can publish at these hosts: what they send is a library if it is one of these packages. */
const packageUrl =
  /^https?:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net\/npm)\/((?:@[\w-]+\/)?[\w.-]+)(?:@[\w.^~-]+)?(?:\/|$)/
const packages = words(
  '@citizenfx/three @floating-ui/core @floating-ui/dom @fortawesome/fontawesome-free @jaames/iro @mdi/font @popperjs/core alpinejs animate.css apexcharts axios bootstrap bootstrap-icons chart.js dayjs floating-vue gsap howler ionicons jquery jquery-ui leaflet line-awesome lodash moment monaco-editor peerjs pinia popper.js quasar react react-dom simple-datatables socket.io-client sweetalert sweetalert2 swiper tailwindcss three tippy.js toastify-js vue vue-router vuetify vuex',
)

export function isLibraryUrl(url: string): boolean {
  const text = url.startsWith('//') ? `https:${url}` : url
  if (!URL.canParse(text)) return false
  const { host, href } = new URL(text)
  return libraryHosts.has(host) || packages.has(packageUrl.exec(href)?.[1] ?? '')
}

/** These hosts publish images and plain text: an author cannot make them answer with a page. */
export const fileHosts = words(
  'i.imgur.com i.ibb.co i.postimg.cc i.gyazo.com i.redd.it i.imgyukle.com cdn.discordapp.com media.discordapp.net raw.githubusercontent.com upload.wikimedia.org',
)

/** Hosts that are asked about an identifier or an IP. */
export const lookupHosts = domains(
  'discord.com discordapp.com steampowered.com steamcommunity.com cfx.re fivem.net ip-api.com ipapi.com tebex.io googleapis.com openai.com ipapi.co ipinfo.io iphub.info proxycheck.io vpnapi.io getipintel.net ipqualityscore.com',
)

/** Services that keep the logs of the account whose key is sent with them. */
export const logServices = domains(
  'fivemanage.com fivemerr.com datadoghq.com datadoghq.eu grafana.net sentry.io newrelic.com',
)
