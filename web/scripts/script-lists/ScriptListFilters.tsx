import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { memo, useState } from 'react'

import { licenseName, licenses } from '#contract/scripts/licenses.ts'
import {
  contentFilters,
  frameworks,
  games,
  knownLibraries,
  reportFilters,
  updatedWithin,
} from '#contract/scripts/script-limits.ts'
import type { ScriptList } from '#contract/scripts/script-filters.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { SaveSearchButton } from '#web/site/follows/SaveSearchButton.tsx'
import { searchDraft } from '#web/site/follows/search-draft.ts'
import chipStyles from '#web/ui/Chip.module.css'
import { buttonClass } from '#web/ui/Button.tsx'

import {
  contentChoice,
  contentNames,
  gameNames,
  reportNames,
  tagsOf,
  updatedNames,
  withContent,
  withTags,
  activeFiltersOf,
  withoutFilters,
} from './active-filters.ts'
import { frameworkNames } from './framework-names.ts'
import styles from './ScriptListTools.module.css'
import { listOf, type FilterChange, type ScriptListSearch, withFilters } from './script-list-search.ts'
import { scriptTotalQuery } from './scripts.data.ts'

/**
 * The filters by what the archives contain. Their names are parameters of the page's URL, see script-list-search.ts.
 * Memoized: opening and closing them does not render all their options.
 */
export const ScriptListFilters = memo(Filters)

function Filters({
  search,
  list,
  onChange,
}: {
  search: ScriptListSearch
  list: ScriptList | undefined
  onChange: (change: FilterChange) => void
}) {
  const countOf = (name: string) =>
    list?.facets.attributes?.find((facet) => facet.name === name)?.count ?? null
  const libraries = list?.facets.needs ?? knownLibraries.map((name) => ({ name, count: null }))
  const { needs } = search
  const otherNeed = needs !== undefined && !libraries.some(({ name }) => name === needs)
  const countWithout = (name: string) => {
    const count = countOf(name)
    return list && count !== null ? list.pagination.total - count : null
  }
  /** The labels with the number of their scripts, unless the list has this filter. */
  const counted = <Value extends string>(
    kind: 'framework' | 'game' | 'report',
    values: readonly Value[],
    names: Record<Value, string>,
  ) =>
    values.map((value) => ({
      value,
      label: withCount(names[value], search[kind] ? null : countOf(`${kind}:${value}`)),
    }))
  const frameworkWords = listOf(search.exclude).filter((word) => frameworks.some((known) => known === word))
  return (
    <>
      <FilterSelect
        label="Framework"
        name="framework"
        emptyLabel="Any"
        value={search.framework}
        options={counted('framework', frameworks, frameworkNames)}
        onChange={(framework) => onChange({ framework: framework || undefined })}
      />
      <FilterSelect
        label="Game"
        name="game"
        emptyLabel="Any"
        value={search.game}
        options={counted('game', games, gameNames)}
        onChange={(game) => onChange({ game: game || undefined })}
      />
      <FilterSelect
        label="Library"
        name="needs"
        emptyLabel="Any"
        value={needs}
        options={[
          ...(otherNeed ? [{ value: needs, label: needs }] : []),
          ...libraries.map(({ name, count }) => ({
            value: name,
            label: withCount(name, needs === undefined ? count : null),
          })),
        ]}
        onChange={(name) => onChange({ needs: name || undefined })}
      />
      <FilterSelect
        label="Licence"
        name="license"
        emptyLabel="Any"
        value={search.license}
        options={licenses.map((value) => ({ value, label: licenseName(value) }))}
        onChange={(license) => onChange({ license: license || undefined })}
      />
      <FilterSelect
        label="Updated"
        name="updated"
        emptyLabel="Any time"
        value={search.updated}
        options={updatedWithin.map((value) => ({ value, label: updatedNames[value] }))}
        onChange={(updated) => onChange({ updated: updated || undefined })}
      />
      <FilterSelect
        label="Findings"
        name="report"
        emptyLabel="Any"
        value={search.report}
        options={counted('report', reportFilters, reportNames)}
        onChange={(report) => onChange({ report: report || undefined })}
      />
      <fieldset className={styles.contents}>
        <legend className="visually-hidden">What it contains</legend>
        {contentFilters.map((word) => {
          const choice = contentChoice(search, word)
          return (
            <FilterSelect
              key={word}
              label={contentNames[word].name}
              name={`has-${word}`}
              emptyLabel="Any"
              value={choice || undefined}
              options={[
                { value: 'with', label: withCount('With', choice === '' ? countOf(word) : null) },
                { value: 'without', label: withCount('Without', choice === '' ? countWithout(word) : null) },
              ]}
              onChange={(value) => onChange(withContent(search, word, value))}
            />
          )
        })}
        <TextFilter label="Needs a resource" name="resource" onEnter={(name) => onChange({ needs: name })} />
        <TextFilter
          label="Your server build"
          name="build"
          inputMode="numeric"
          onEnter={(build) => onChange({ build })}
        />
        <TextFilter
          label="Add a tag"
          // Without JavaScript it is added to the other tags.
          name="tag"
          onEnter={(tag) => onChange(withTags([...tagsOf(search), tag]))}
        />
      </fieldset>
      {search.build !== undefined && <input type="hidden" name="runs-on" value={search.build} />}
      {frameworkWords.length > 0 && <input type="hidden" name="exclude" value={frameworkWords.join(',')} />}
    </>
  )
}

/** A filter by what the user types. `name` is the form's parameter. */
function TextFilter({
  label,
  name,
  inputMode,
  onEnter,
}: {
  label: string
  name: string
  inputMode?: 'numeric'
  onEnter: (text: string) => void
}) {
  const [text, setText] = useState('')
  const value = text.replaceAll(',', ' ').trim()
  return (
    <input
      className={`round-md fill-1 vivid text-sm min-h-md framed-strong ${styles.text}`}
      aria-label={label}
      placeholder={label}
      name={name}
      inputMode={inputMode}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      enterKeyHint="done"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || value === '') return
        event.preventDefault()
        onEnter(value)
        setText('')
      }}
    />
  )
}

function withCount(label: string, count: number | null): string {
  return count === null ? label : `${label} (${fullNumber(count)})`
}

/** Each filter with a link to the list without it, which works without JavaScript. */
export function ActiveFilters({ search, onRemove }: { search: ScriptListSearch; onRemove: () => void }) {
  const filters = activeFiltersOf(search)
  if (filters.length === 0 && searchDraft(search) === undefined) return null
  return (
    <div className="row wrap gap-2 mt-3">
      {filters.length > 0 && (
        <ul className="row wrap gap-2" aria-label="Active filters">
          {filters.map(({ label, without }) => (
            <li className="flex max-full" key={label}>
              <span className={`inline-row max-full text-sm vivid ${chipStyles.chip}`}>
                <span className="ellipsis">{label}</span>
                <Link
                  to="/scripts"
                  search={withFilters(search, without)}
                  resetScroll={false}
                  className={`pointer grid center rigid pad-0 borderless ${chipStyles.remove}`}
                  aria-label={`Remove ${label}`}
                  onClick={onRemove}
                >
                  <X />
                </Link>
              </span>
            </li>
          ))}
          <li className="flex max-full">
            <Link
              to="/scripts"
              search={withoutFilters(search)}
              resetScroll={false}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
              onClick={onRemove}
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
      <SaveSearchButton search={search} className={styles.save} />
    </div>
  )
}

/** For each filter how many scripts there are without it, as soon as that is known. */
export function EmptyList({ search }: { search: ScriptListSearch }) {
  const { q, category } = search
  const filters: { label: string; without: FilterChange }[] = [
    ...(q === undefined ? [] : [{ label: q, without: { q: undefined } }]),
    ...(category === undefined ? [] : [{ label: category, without: { category: undefined } }]),
    ...activeFiltersOf(search),
  ]
  const totals = useQueries({
    queries: filters.map(({ without }) => scriptTotalQuery(withFilters(search, without))),
  })
  return (
    <ul className={`grid gap-2 mb-2 break full-row ${styles.removals}`} aria-label="Remove a filter">
      {filters.map(({ label, without }, index) => {
        const total = totals[index]?.data
        return (
          <li key={label}>
            <Link to="/scripts" search={withFilters(search, without)} resetScroll={false}>
              Remove “{label}”
            </Link>
            {total !== undefined && `: ${total === 1 ? '1 script' : `${fullNumber(total)} scripts`}`}
          </li>
        )
      })}
    </ul>
  )
}
