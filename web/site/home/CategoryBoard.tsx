import { Link } from '@tanstack/react-router'

import { fullNumber } from '#web/app/short-number.ts'
import { CategoryIcon } from '#web/scripts/categories/CategoryIcon.tsx'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { tintOf } from '#web/ui/tint.ts'

import styles from './CategoryBoard.module.css'

const shownMax = 8

/** Links to the first categories. */
export function CategoryBoard() {
  const categories = useCategories().slice(0, shownMax)
  return (
    <nav aria-label="Categories" className={`${styles.board} clip framed fill-1`}>
      <ul className={`grid cols-2 ${styles.list}`}>
        {categories.map(({ id, name, icon, color, script_count }) => (
          <li key={id} style={{ '--tint': tintOf(color) }}>
            <Link
              to="/scripts"
              search={{ category: name }}
              className={`grid middle gap-3 pad-4-5 fill-1 cols-auto-fill-auto hover-fill ${styles.entry}`}
            >
              <span className={`grid center round-md square-40 ${styles.icon} text-icon`}>
                <CategoryIcon name={icon} />
              </span>
              <span className={`${styles.name} ellipsis`}>{name}</span>
              {id > 0 && (
                <span className="faint text-sm numeric">
                  {fullNumber(script_count)}
                  <span className="visually-hidden"> {script_count === 1 ? 'script' : 'scripts'}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
