import styles from './Field.module.css'

/** Announced near the limit only, so that it does not interrupt typing. */
export function LengthCounter({ length, lengthMax }: { length: number; lengthMax: number }) {
  const left = lengthMax - length
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      <span aria-hidden="true">
        {length} / {lengthMax}
      </span>
      <output className="visually-hidden">{announcement(left)}</output>
    </span>
  )
}

function announcement(left: number): string {
  if (left < 0) return `${-left} characters too many`
  return left <= 20 ? `${left} characters left` : ''
}
