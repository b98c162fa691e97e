import styles from './VersionBadge.module.css'

export function VersionBadge({ version }: { version: string }) {
  return (
    <span className={`rigid framed-strong faint ellipsis ${styles.badge}`} title={`Version ${version}`}>
      <span className="visually-hidden">Version </span>
      {version}
    </span>
  )
}
