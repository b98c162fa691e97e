import styles from './VersionPlate.module.css'

export function VersionPlate({ version }: { version: string }) {
  return (
    <span className={styles.plate} title={`Version ${version}`}>
      <span className="visually-hidden">Version </span>
      {version}
    </span>
  )
}
