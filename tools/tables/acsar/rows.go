package acsar

// The paper's figures.

// figures are the paper's figures: iterations, average number of predicates per location, seconds.
type figures struct {
	iterations, predicates int
	seconds                string
}

// A row is a program of Table 1. Its file has the suffix .quant.c, and its mutant .quant.bug.c.
type row struct {
	name, file string
	paper      figures
}

// rows are the paper's rows, in its order. A row for which there are two programs occurs twice.
var rows = []row{
	{"string copy", "string_copy", figures{2, 4, "0.63"}},
	{"scan", "scan", figures{3, 3, "0.54"}},
	{"array init", "array_init", figures{3, 6, "0.83"}},
	{"loop1", "loop1", figures{3, 5, "0.71"}},
	{"copy1", "copy1", figures{2, 6, "0.84"}},
	{"partition", "partition", figures{8, 7, "1.94"}},
	{"num index", "num_index", figures{2, 6, "0.89"}},
	{"part init", "part_init", figures{5, 9, "3.17"}},
	{"find", "find", figures{8, 13, "8.81"}},
	{"insertion sort (inner loop)", "insertion_sort", figures{2, 14, "2.45"}},
	{"selection sort", "selection_sort", figures{3, 39, "409.87"}},
	{"cyber_init", "cyber_init", figures{8, 13, "10.36"}},
	{"cyber_init, with the driver's numbers", "cyber_init_fixed", figures{8, 13, "10.36"}},
	{"i2o_device_parse_lct", "i2o_device_parse_lct", figures{5, 4, "1.64"}},
	{"ixj_pad_fsk", "ixj_pad_fsk", figures{6, 7, "1.53"}},
	{"ixj_daa_cid_read", "ixj_daa_cid_read", figures{5, 14, "3.81"}},
	{"snd_atiixp_mixer_new", "snd_atiixp_mixer_new", figures{3, 4, "1.25"}},
	{"dvb_net_feed_stop", "dvb_net_feed_stop", figures{3, 7, "3.41"}},
	{"perfc_copy_info", "perfc_copy_info", figures{4, 12, "10.57"}},
	{"do_enoprof_op", "do_enoprof_op", figures{26, 3, "34.17"}},
}

// methods are the columns of the table.
var methods = []string{"cells", "backward"}
