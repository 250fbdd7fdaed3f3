import '../areas.css'

/** Importing this module loads the styles of the seller and admin areas. */
export const areaStyles = true
