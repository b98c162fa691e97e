import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'
import { pageWindow } from './page-window.ts'
import styles from './Pagination.module.css'
import { PaginationStep } from './PaginationStep.tsx'

/** Links, so that a page opens in a new tab. Renders nothing for a single page. */
export function Pagination({
  page,
  pageCount,
  renderLink,
}: {
  page: number
  pageCount: number
  renderLink: (page: number, props: LinkProps) => ReactNode
}) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pagination">
      <ul className={styles.list}>
        <li>
          <PaginationStep
            isDisabled={page <= 1}
            render={(props) => renderLink(page - 1, { ...props, rel: 'prev' })}
          >
            <ChevronLeft />
            <span className={styles.stepText}>Previous</span>
          </PaginationStep>
        </li>
        {pageWindow(page, pageCount).map((slot) => (
          <li key={slot}>
            {typeof slot === 'number' ? (
              <Fragment>
                {renderLink(slot, {
                  className: classNames(styles.page),
                  children: (
                    <>
                      <span className="visually-hidden">Page </span>
                      {slot}
                    </>
                  ),
                  ...(slot === page && { 'aria-current': 'page' as const }),
                })}
              </Fragment>
            ) : (
              <span className={styles.gap} aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
        <li>
          <PaginationStep
            isDisabled={page >= pageCount}
            render={(props) => renderLink(page + 1, { ...props, rel: 'next' })}
          >
            <span className={styles.stepText}>Next</span>
            <ChevronRight />
          </PaginationStep>
        </li>
      </ul>
    </nav>
  )
}
