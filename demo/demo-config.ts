import { ConfigError, readConfig, type Config } from '#platform/config.ts'

import { demoPassword, users } from './users.ts'

/** The demo ignores all other variables, so that it never uses a real database, mail server or file store. */
const allowedVariables = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'SITE_NAME',
  'SITE_TAGLINE',
  'LOG_LEVEL',
  'DATA_DIR',
  'SCRIPT_REVIEW',
] as const

export function readDemoConfig(environment: Record<string, string | undefined>): Config {
  const [owner] = users
  if (!owner) throw new ConfigError('The demo has no users')
  const provided = allowedVariables.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
  return readConfig({
    DATA_DIR: './demo-data',
    LOG_LEVEL: 'warn',
    SITE_TAGLINE: 'Free scripts for FiveM servers',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: demoPassword,
    ...Object.fromEntries(provided),
  })
}

/** The seed publishes its scripts without review, and then sets the review mode, which a variable would prevent. */
export function seedConfigOf(config: Config): Config {
  const { reviewMode: _, ...pinnedSettings } = config.pinnedSettings
  return { ...config, pinnedSettings, port: 0, host: '127.0.0.1', rateLimits: false }
}
