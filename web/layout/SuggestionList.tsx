/* oxlint-disable jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role --
   the focus stays in the field, which names the active option */
import { Link } from '@tanstack/react-router'
import { Clock, Search, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { FoundScript } from '#contract/scripts/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { ScriptCover } from '#web/scripts/script-lists/ScriptCover.tsx'

import { clearSearches } from './recent-searches.ts'
import styles from './SearchSuggestions.module.css'

export type Suggestion =
  | { kind: 'script'; script: FoundScript }
  | { kind: 'all'; text: string }
  | { kind: 'recent'; text: string }
  | { kind: 'clear' }

export function SuggestionList({
  id,
  options,
  activeIndex,
  onScript,
  onSearch,
}: {
  id: string
  options: readonly Suggestion[]
  activeIndex: number
  onScript: () => void
  onSearch: (text: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const categories = useCategories()
  const [first] = options
  const isMixed = first?.kind === 'script' && !first.script.isPartialMatch
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Suggestions" className="grid gap-2px">
      {options.map((option, index) => {
        const isActive = index === activeIndex
        const common = {
          id: `${id}-${index}`,
          role: 'option',
          tabIndex: -1,
          className: `${styles.option} hover-fill row gap-3 full round-md pointer`,
          'aria-selected': isActive,
        }
        if (option.kind === 'script') {
          const { id: scriptId, name, image, category, author, isPartialMatch } = option.script
          return (
            <Link key={scriptId} {...common} to={scriptPath(scriptId)} onClick={onScript}>
              <span className={`${styles.cover} rigid clip round-sm fill-3`}>
                <ScriptCover
                  image={image}
                  category={categories.find((known) => known.name === category)}
                  loading="eager"
                />
              </span>
              <span className={`${styles.texts} leading-row grid min-0`}>
                <span className="strong">{name}</span>
                <span className="faint text-sm">
                  {isPartialMatch && isMixed && 'Some of these words · '}
                  {category} by {author}
                </span>
              </span>
            </Link>
          )
        }
        if (option.kind === 'clear')
          return (
            <button key="clear" {...common} type="button" onClick={clearSearches}>
              <Trash2 />
              Clear recent searches
            </button>
          )
        const { kind, text } = option
        return (
          <Link
            key={`${kind} ${text}`}
            {...common}
            to="/scripts"
            search={{ q: text }}
            onClick={() => onSearch(text)}
          >
            {kind === 'all' ? <Search /> : <Clock />}
            <span className={`${styles.texts} leading-row grid min-0`}>
              <span className="strong">{kind === 'all' ? 'See all results' : text}</span>
            </span>
          </Link>
        )
      })}
    </div>
  )
}
