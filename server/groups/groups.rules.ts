/** Carried by every stored answer that shows a name, a colour or a style of a group. */
export const groupsTag = 'groups'
