/** "Verified" beside a script would say that the script is. */
export function memberTag({ display_name: name }: { display_name: string }): string {
  return name === 'Verified' ? 'Verified member' : name
}
