import { spawn } from 'node:child_process'

/** Where there is a desktop. On a server nothing opens: the URL is shown, too. */
export function openInBrowser(url: string, { platform, env } = process): void {
  const [command, ...args] = openerOf(platform, env)
  if (command === undefined) return
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
  // Without such a program.
  child.on('error', () => undefined)
  child.unref()
}

function openerOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  if (platform === 'darwin') return ['open']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
