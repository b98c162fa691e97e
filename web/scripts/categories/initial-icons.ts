import { Briefcase, Car, Grid3x3, House, Map, Package, Shirt, Zap } from 'lucide-react'

/** The icons of the initial categories, which are part of the first load. */
export const initialIcons = { Package, Map, Shirt, Car, Zap, Briefcase, Home: House, Grid: Grid3x3 }
