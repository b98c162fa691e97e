import { Search } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { Button } from '#web/ui/Button.tsx'
import { ColorField } from '#web/ui/ColorField.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Toggle } from '#web/ui/Toggle.tsx'

import styles from './Kit.module.css'
import { KitSection } from './KitSection.tsx'

const categories = ['Scripts', 'Mapping', 'Clothes', 'Cars'].map((name) => ({ value: name, label: name }))

const colors = ['#ad9c7e', '#d8b36a', '#8fae7c', '#c98bb0', '#6fa8dc', '#e07a5f']

export function KitForms() {
  const [color, setColor] = useState('#8fae7c')
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: { name: '', description: 'A rear-wheel-drive coupe.', password: '' },
  })
  return (
    <KitSection title="Forms">
      <div className={styles.grid}>
        <TextField label="Script name" placeholder="Ledger Inventory" hint="3 to 100 characters." />
        <TextField label="Email" defaultValue="kestrel" error="Enter an email address." type="email" />
        <TextField label="Username" defaultValue="kestrel" disabled />
        <TextField
          label="Search scripts"
          isLabelHidden
          type="search"
          icon={<Search />}
          placeholder="Search by name, tag or author"
        />
        <PasswordField label="Password" defaultValue="secret" autoComplete="off" />
        <PasswordField label="New password" autoComplete="off" error="Password is required" isOptional />
        <Select label="Category" options={categories} placeholder="Choose a category" />
        <Select label="Status" options={categories} error="Choose a category." defaultValue="Cars" />
        <Select label="Status" options={categories} disabled />
        <ColorField label="Color" colors={colors} value={color} onChange={setColor} />
        <ColorField label="Color" value="blue" onChange={setColor} error="Please select a color" />
        <TextArea label="Description" lengthMax={1000} hint="What it does, and how to install it." />
        <TextArea label="Notes" lengthMax={20} defaultValue="This is longer than twenty" error="Too long." />
      </div>
      <div className={styles.row}>
        <Select label="Status" layout="inline" options={categories} isSet />
        <Select label="Sort" layout="inline" options={categories} />
      </div>
      <div className={styles.grid}>
        <Checkbox label="I have read the terms" />
        <Checkbox label="Permanent" defaultChecked hint="The ban has no end." />
        <Checkbox label="I agree" error="Please agree first." />
        <Checkbox label="Disabled" disabled defaultChecked />
        <Toggle label="Email notifications" hint="Takes effect at once." />
        <Toggle label="Reduced background" defaultChecked />
      </div>
      <form noValidate className={styles.grid} onSubmit={(event) => void handleSubmit(() => reset())(event)}>
        <TextField
          label="Registered name"
          error={formState.errors.name?.message}
          {...register('name', { required: 'Name is required' })}
        />
        <TextArea label="Registered description" lengthMax={60} {...register('description')} />
        <PasswordField
          label="Registered password"
          autoComplete="off"
          error={formState.errors.password?.message}
          {...register('password', { required: 'Password is required' })}
        />
        <Button type="submit" variant="cta">
          Submit
        </Button>
      </form>
    </KitSection>
  )
}
