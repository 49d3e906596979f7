# The look of every figure: quiet frame, light grid, text as it is written (no markup, so that names
# from experiment files cannot be taken for any). Sizes and places come from script.c.
set encoding utf8
set key off
set border 3 linecolor rgb '#9a9a9a' linewidth 0.8
set tics out nomirror scale 0.6,0.3 textcolor rgb '#4a4a4a'
set grid xtics ytics linetype 1 linecolor rgb '#e9e9e9' linewidth 0.6
set title offset 0,-0.4 textcolor rgb '#1d1d1f'
set xlabel offset 0,0.2 textcolor rgb '#4a4a4a'
set clip two
