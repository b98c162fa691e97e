import { Link } from '@tanstack/react-router'

import { casesPath } from './paths.ts'

/** Opens the form for an appeal. `subject` is that of its URL: `removal-7`, `version-7`, or a text such as `profile-7`. */
export function AppealLink({ subject }: { subject: string }) {
  return (
    <Link to={casesPath} search={{ appeal: subject }} className="text-link">
      Appeal
    </Link>
  )
}
