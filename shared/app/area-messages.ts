/** What surrounds the pages of sellers and admins. */
export const areaMessages = {
  about: (what: string) => `About ${what}`,
  sellerArea: 'Seller area',
  adminArea: 'Admin area',
  sideMenu: 'Side menu',
  dashboard: 'Dashboard',
  products: 'Products',
  addNew: 'Add New',
  orders: 'Orders',
  payments: 'Payments',
  sandbox: 'Sandbox',
  users: 'Users',
  searches: 'Search',
  activity: 'Activity',
  settings: 'Settings',
  messages: 'Messages',
  logout: 'Logout',
} as const
