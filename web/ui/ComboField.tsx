import { ChevronDown, CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './ComboField.module.css'
import fieldStyles from './Field.module.css'

export type ComboOption = { id: string; label: string; note?: string; icon?: ReactNode }

/** Picks one of many options, which the caller finds for the typed text. */
export function ComboField({
  label,
  options,
  value,
  onChange,
  onSearch,
  emptyText,
  error,
  placeholder,
}: {
  label: string
  options: readonly ComboOption[]
  value: ComboOption | null
  onChange: (option: ComboOption | null) => void
  onSearch: (text: string) => void
  /** Shown instead of the options if there are none. */
  emptyText: string
  error?: string | undefined
  placeholder?: string | undefined
}) {
  const field = useRef<HTMLDivElement>(null)
  // React Aria shows the text of the selected option only if the option is listed.
  const items = value && options.every(({ id }) => id !== value.id) ? [...options, value] : options
  return (
    <ComboBox
      ref={field}
      className={classNames(fieldStyles.field)}
      items={items}
      value={value?.id ?? null}
      onChange={(id) => onChange(items.find((option) => option.id === id) ?? null)}
      onInputChange={onSearch}
      isInvalid={error !== undefined}
      allowsEmptyCollection
    >
      <Label className={classNames('self-start text-sm strong vivid')}>{label}</Label>
      <div className={fieldStyles.frame}>
        <Input className={classNames(fieldStyles.control)} {...(placeholder && { placeholder })} />
        <Button className={classNames('pointer row borderless faint', styles.toggle)}>
          <ChevronDown />
        </Button>
      </div>
      <FieldError>
        <CircleAlert />
        <span>{error}</span>
      </FieldError>
      {/* In the body the list is outside of the dialog and of every landmark. */}
      <PortalProvider getContainer={() => field.current}>
        <Popover className={classNames('no-outline framed-strong round-md fill-1', styles.popup)}>
          <ListBox<ComboOption>
            className={classNames('no-outline', styles.list)}
            renderEmptyState={() => <p className={`text-sm faint ${styles.empty}`}>{emptyText}</p>}
          >
            {(option) => (
              <ListBoxItem
                textValue={option.label}
                className={classNames('pointer row round-sm', styles.option)}
              >
                {option.icon}
                <span className="grid min-0 leading-row">
                  <span className="ellipsis">{option.label}</span>
                  {option.note && <span className="text-sm faint regular ellipsis">{option.note}</span>}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </PortalProvider>
    </ComboBox>
  )
}
