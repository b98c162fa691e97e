import type { Install } from '#contract/install.ts'

import styles from './Install.module.css'
import { kindText, Provider, ResourceName } from './RequiredResource.tsx'
import { serverNeedTexts } from './server-need-texts.ts'

export function Requirements({ install: { requires, server } }: { install: Install }) {
  const needs = serverNeedTexts(server)
  if (requires.length === 0 && needs.length === 0)
    return <p>The manifests and the code name nothing else that your server must have.</p>
  return (
    <>
      <ul className={styles.requirements}>
        {needs.map((need) => (
          <li key={need}>
            <strong>{need}</strong>
            <span>Server</span>
          </li>
        ))}
        {requires.map((need) => (
          <li key={need.name}>
            <strong>
              <ResourceName need={need} />
            </strong>
            <span>{kindText(need)}</span>
            <Provider need={need} />
          </li>
        ))}
      </ul>
      {server.onesync && (
        <p>
          Turn OneSync on in txAdmin under Settings, FXServer. <code>server.cfg</code> cannot do it.
        </p>
      )}
    </>
  )
}
